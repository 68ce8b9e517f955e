# Third-party packages, all from Debian 12. Each is linked by the one room that knows it.
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(TBB 2021 REQUIRED)
find_package(hwy 1.0.3 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(CLI11 2 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(tomlplusplus 3 REQUIRED)

set(HDF5_PREFER_PARALLEL FALSE)
find_package(HDF5 1.10 REQUIRED COMPONENTS C HL)
if(HDF5_IS_PARALLEL)
  message(FATAL_ERROR "a parallel HDF5 was picked up; install libhdf5-dev (the serial one)")
endif()

find_package(OpenSSL 3 REQUIRED COMPONENTS Crypto)

if(TRIALCOST_MPI)
  find_package(MPI REQUIRED COMPONENTS C)
  # The C interface alone.
  target_compile_definitions(MPI::MPI_C INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
endif()

if(TRIALCOST_TESTS)
  find_package(Catch2 2.13 REQUIRED)
endif()
